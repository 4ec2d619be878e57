import { DELIVERY_STATES } from '@field-inspection/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeSituation, type DeliverySituation } from './describe-situation.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const limits = { now, cap: 2, organisationCap: 4, retryCount: 5 };

const due: DeliverySituation = {
  status: 'pending',
  attempt_count: 0,
  failure_count: 0,
  response_status: null,
  next_attempt_at: now,
  leased_attempt: null,
  ahead_count: 0,
  is_leased: false,
  endpoint_active: true,
  is_pulled: false,
  fetched_at: null,
  endpoint_deleted: false,
  is_callback: false,
  leased_count: 0,
  organisation_leased_count: 0,
  failure_status: null,
  failure_error: null,
};
const failed = { ...due, status: 'failed', attempt_count: 2, failure_count: 2, failure_status: 503 };
const settled = { ...failed, next_attempt_at: null };

const explain = (change: Partial<DeliverySituation>, base = due) =>
  describeSituation({ ...base, ...change }, limits);

describe('the state', () => {
  test.each<[string, Partial<DeliverySituation>]>([
    ['waiting_for_worker', {}],
    ['waiting_for_worker', { next_attempt_at: before }],
    ['waiting_for_worker', { leased_count: 1 }],
    ['waiting_for_worker', { leased_attempt: 1 }],
    ['parked', { leased_count: 2 }],
    ['parked', { leased_count: 3 }],
    ['parked', { ahead_count: 2 }],
    ['parked', { ahead_count: 1, leased_count: 1 }],
    ['waiting_for_worker', { ahead_count: 1 }],
    ['waiting_for_worker', { organisation_leased_count: 3 }],
    ['parked', { organisation_leased_count: 4 }],
    ['scheduled', { next_attempt_at: after, organisation_leased_count: 4 }],
    ['scheduled', { next_attempt_at: after }],
    ['scheduled', { next_attempt_at: after, leased_count: 2 }],
    ['paused', { endpoint_active: false }],
    ['paused', { endpoint_active: false, next_attempt_at: after }],
    ['paused', { endpoint_active: false, ahead_count: 2 }],
    ['in_progress', { is_leased: true, leased_attempt: 1, leased_count: 1 }],
    ['in_progress', { is_leased: true, leased_attempt: 1, leased_count: 2 }],
    ['in_progress', { is_leased: true, leased_attempt: 1, endpoint_active: false }],
    ['waiting_for_reader', { is_pulled: true }],
    ['waiting_for_reader', { is_pulled: true, fetched_at: before, attempt_count: 2 }],
    ['paused', { is_pulled: true, endpoint_active: false }],
    ['delivered', { status: 'delivered', next_attempt_at: null }],
    ['delivered', { status: 'delivered', next_attempt_at: null, endpoint_active: false }],
    ['dropped', { status: 'dropped', next_attempt_at: null }],
    ['dropped', { status: 'dropped', next_attempt_at: null, is_leased: true, endpoint_deleted: true }],
  ])('%s: %j', (state, change) => {
    expect(explain(change).state).toBe(state);
  });

  test('is told for whatever a row may hold, in a sentence, and a time only for what is due', () => {
    const time = fc.constantFrom(null, before, now, after);
    const count = fc.nat(7);
    const anySituation: fc.Arbitrary<DeliverySituation> = fc.record({
      status: fc.constantFrom('pending', 'failed', 'delivered', 'dropped'),
      attempt_count: count,
      failure_count: count,
      response_status: fc.constantFrom(null, 200, 500),
      next_attempt_at: time,
      leased_attempt: fc.option(count),
      ahead_count: count,
      is_leased: fc.boolean(),
      endpoint_active: fc.boolean(),
      is_pulled: fc.boolean(),
      fetched_at: time,
      endpoint_deleted: fc.boolean(),
      is_callback: fc.boolean(),
      leased_count: count,
      organisation_leased_count: count,
      failure_status: fc.constantFrom(null, 500),
      failure_error: fc.constantFrom(null, 'The host refused the connection.'),
    });
    fc.assert(
      fc.property(anySituation, (situation) => {
        const { state, dueAt, reason, attemptsLeft } = describeSituation(situation, limits);
        expect(DELIVERY_STATES).toContain(state);
        expect(reason).toMatch(/^[A-Z].*\.$/);
        const isOpen = state !== 'delivered' && state !== 'dropped';
        expect(attemptsLeft > 0).toBe(isOpen && !situation.is_pulled);
        const waits = ['scheduled', 'parked', 'waiting_for_worker'].includes(state);
        expect(dueAt).toBe(waits ? situation.next_attempt_at : null);
      }),
    );
  });
});

describe('the reason', () => {
  test('of what waits for its organisation says how many it has under way, and may have', () => {
    expect(explain({ organisation_leased_count: 4 }).reason).toBe(
      'It is due. All endpoints and callbacks together have 4 attempts under way and may have 4: it follows when one ends.',
    );
    expect(explain({ organisation_leased_count: 4, leased_count: 2 }).reason).toContain('Its endpoint has 2');
  });

  test('of a retry says which attempt failed, and when the next one is due', () => {
    expect(explain({ next_attempt_at: after }, failed)).toMatchObject({
      dueAt: after,
      reason: `Attempt 2 failed. The next one is due at ${after.toISOString()}.`,
    });
  });

  test('of one that is parked says how many attempts its endpoint has, and may have', () => {
    expect(explain({ leased_count: 2 }).reason).toContain('2 attempts under way and may have 2');
    expect(explain({ ahead_count: 1, leased_count: 1 }).reason).toContain('wait longer for its endpoint');
  });

  test('of one that is stopped tells an endpoint from a callback, which no route activates', () => {
    expect(explain({ endpoint_active: false }).reason).toContain('until it is active again');
    expect(explain({ endpoint_active: false, is_callback: true }).reason).toContain('Redeliver it');
  });

  test('of one that lost its worker says so', () => {
    expect(explain({ leased_attempt: 3 }).reason).toContain('Attempt 3 was cut off');
  });

  test('of one that is delivered says with which answer', () => {
    const change = { status: 'delivered', response_status: 204, attempt_count: 3 };
    expect(explain(change, settled).reason).toBe('The receiver answered attempt 3 with 204.');
  });

  test('of one that is dropped tells a deleted endpoint from a schedule that is used up', () => {
    const dropped = { ...settled, status: 'dropped' };
    expect(explain({ endpoint_deleted: true }, dropped).reason).toBe('Its endpoint was deleted.');
    expect(explain({ failure_count: 6 }, dropped).reason).toContain('Every attempt');
    expect(explain({ failure_count: 6, endpoint_deleted: true }, dropped).reason).toContain('Every attempt');
  });
});

describe('the attempts left', () => {
  test.each([
    [6, 0],
    [4, 2],
    [1, 5],
  ])('are %i after %i failures', (left, failure_count) => {
    expect(explain({ failure_count }, failed).attemptsLeft).toBe(left);
  });

  test('are one under a schedule that was made shorter meanwhile', () => {
    expect(
      describeSituation({ ...failed, failure_count: 4 }, { ...limits, retryCount: 1 }).attemptsLeft,
    ).toBe(1);
  });
});

describe('the last error', () => {
  test('is none before an attempt failed', () => {
    expect(explain({}).lastError).toBeNull();
  });

  test('is the answer that refused, or the reason for none', () => {
    expect(explain({}, failed).lastError).toBe('The receiver answered 503.');
    expect(
      explain({ failure_status: null, failure_error: 'The host refused the connection.' }).lastError,
    ).toBe('The host refused the connection.');
  });

  test('is none once the delivery arrived, however many attempts failed before', () => {
    expect(explain({ status: 'delivered' }, failed)).toMatchObject({ state: 'delivered', lastError: null });
  });
});
