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
