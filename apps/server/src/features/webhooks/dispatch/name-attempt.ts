/**
 * The key of the job that makes the next attempt after so many, so that an attempt never has two. The statements
 * that enqueue many write it in SQL; first attempts share a job that is named after their event (publishEvent).
 */
export const nameAttempt = (deliveryId: string, attemptCount: number): string =>
  `${deliveryId}:${attemptCount}`;
