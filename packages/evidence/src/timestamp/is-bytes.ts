/** True for a Uint8Array, also of another realm (an iframe, a test runner's sandbox), where `instanceof` says no. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}
