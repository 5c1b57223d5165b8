// Rules of our own for `deno lint`: conditions within conditions are hard to read.

const MESSAGE = "A ternary within a ternary; use an if, or name the inner one.";

export default {
  name: "pitboss",
  rules: {
    "nested-ternary": {
      create: (context) => ({
        "ConditionalExpression > ConditionalExpression": (node) => context.report({ node, message: MESSAGE }),
      }),
    },
    "long-line": {
      create: (context) => ({
        Program() {
          let at = 0;
          for (const line of context.sourceCode.text.split("\n")) {
            const range = [at, at + line.length];
            if ([...line].length > 120) context.report({ range, message: "A line of more than 120 characters." });
            at = range[1] + 1;
          }
        },
      }),
    },
  },
};
