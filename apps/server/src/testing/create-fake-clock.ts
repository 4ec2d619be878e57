/** Makes a clock that stands still until it is moved. It starts at the real time, near the database's. */
export const createFakeClock = (start = new Date()) => {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (ms: number) => {
      time += ms;
    },
    set: (date: Date) => {
      time = date.getTime();
    },
  };
};

export type FakeClock = ReturnType<typeof createFakeClock>;
