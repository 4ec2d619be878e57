import type { FakeState, KeptDelivery } from '../state/fake-state.ts';

/** Makes a delivery due now, with the whole retry schedule before it; one that is on its way stays as it is. */
export function restartFakeDelivery(state: FakeState, delivery: KeptDelivery): void {
  if (delivery.status === 'pending' || delivery.isUnderWay) return;
  const now = state.now();
  const { nextAttemptAt: planned } = delivery;
  delivery.status = 'pending';
  delivery.failureCount = 0;
  delivery.nextAttemptAt = planned !== null && planned < now ? planned : now;
  delivery.delivered_at = null;
}
