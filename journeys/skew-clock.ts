// Imported into a server before its own code (NODE_OPTIONS=--import), so that its clock is off by SKEW_MS. SIGUSR2
// moves it by STEP_MS, or to STEP_TO.
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
