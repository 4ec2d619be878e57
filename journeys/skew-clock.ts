// Imported into a server before its own code (NODE_OPTIONS=--import): a host whose clock is off by SKEW_MS. With
// SIGUSR2 it steps: by STEP_MS, or to the moment STEP_TO.
const { SKEW_MS = '0', STEP_MS = '0', STEP_TO } = process.env;
const RealDate = Date;
let skewMs = Number(SKEW_MS);

process.on('SIGUSR2', () => {
  skewMs = STEP_TO ? RealDate.parse(STEP_TO) - RealDate.now() : skewMs + Number(STEP_MS);
});

globalThis.Date = class extends RealDate {
  constructor(...values: [number] | []) {
    if (values.length === 0) super(RealDate.now() + skewMs);
    else super(...values);
  }

  static override now(): number {
    return RealDate.now() + skewMs;
  }
} as DateConstructor;

Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + skewMs });

export {};
