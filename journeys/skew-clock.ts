// Imported into a server before its own code (NODE_OPTIONS=--import): a host whose clock is off by SKEW_MS.
const skewMs = Number(process.env.SKEW_MS);
const RealDate = Date;

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
