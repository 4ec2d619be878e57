// Run in its own process with --expose-gc: the first import of a package, in time and in heap that stays. The time is
// the processor's, so that other work on the machine does not count.
const specifier = process.argv[2] ?? '';

const readHeap = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const heapBefore = readHeap();
const cpuBefore = process.cpuUsage();
const imported: unknown = await import(specifier);
const cpu = process.cpuUsage(cpuBefore);
const heapBytes = readHeap() - heapBefore;
// The use after the collections keeps what was imported from being collected.
if (!imported) throw new Error(`${specifier} is empty`);
console.log(JSON.stringify({ ms: (cpu.user + cpu.system) / 1000, heapBytes }));
