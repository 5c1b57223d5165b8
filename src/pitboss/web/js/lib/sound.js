// Synthesised sounds: short, quiet, and off until switched on.

let context = null;

function tone(frequency, start, length, gain, type = "sine") {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

function rustle(start, length, gain) {
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 2600;
  volume.gain.value = gain;
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(start);
}

const SOUNDS = {
  turn: (now) => (tone(660, now, 0.18, 0.06), tone(880, now + 0.12, 0.22, 0.05)),
  card: (now) => rustle(now, 0.09, 0.08),
  chips: (now) => (tone(2100, now, 0.04, 0.03, "triangle"), tone(2500, now + 0.04, 0.05, 0.03, "triangle")),
  win: (now) => (tone(520, now, 0.15, 0.05), tone(660, now + 0.1, 0.15, 0.05), tone(780, now + 0.2, 0.25, 0.05)),
};

export function play(name) {
  context ??= new AudioContext();
  SOUNDS[name]?.(context.currentTime);
}
