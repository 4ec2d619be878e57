/** The key of the job that makes the next attempt, so that an attempt never has two (the statements that enqueue many write it in SQL). */
export const nameAttempt = (deliveryId: string, attemptCount: number): string =>
  `${deliveryId}:${attemptCount}`;
