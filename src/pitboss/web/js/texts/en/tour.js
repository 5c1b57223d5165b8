// The tour of a first visit, in English.

export const PAGES = "Pages";
export const TOUR = [
  [
    "A seat in two clicks",
    "Quick seat finds a table you can afford with people at it. Chips cost nothing: you begin with $500.",
  ],
  [
    "Shapes say what a wager is",
    "A circle starts the round, a double square comes with your decision, a diamond is a bonus by the pay table.",
  ],
  [
    "The brass button is the likeliest next step",
    "Fold is on the left; further right costs more chips. A forbidden action stays in its place and names its rule.",
  ],
  [
    "Every line has its rule",
    "The small numbers in the feed are rules of the house. Press one to read it in plain words.",
  ],
  [
    "The deck is fixed before the deal",
    "Its seal is shown before the first card. After the hand you get the proof for every card you saw.",
  ],
];
export const tourCount = (step, of) => `${step} of ${of}`;
export const SKIP_TOUR = "Skip";
export const BACK = "Back";
export const NEXT = "Next";
export const DONE = "Done";
