import type { DeliveryStatus, EventType } from '@field-inspection/sdk';
import { readSearch } from '../parts/read-search.ts';

/** The compiler asks for each state, and for each type. */
const STATUSES: Record<DeliveryStatus, true> = {
  failed: true,
  dropped: true,
  pending: true,
  delivered: true,
};
const TYPES: Record<EventType, true> = {
  'session.created': true,
  'session.joined': true,
  'session.updated': true,
  'session.ended': true,
  'session.outcome': true,
  'session.evidence.captured': true,
  'session.signed': true,
  'session.anchored': true,
  'session.completed': true,
  'session.expired': true,
  'session.redacted': true,
  'evidence.created': true,
  'evidence.finding': true,
  'participant.left': true,
  'participant.done': true,
  'recording.ready': true,
  'endpoint.paused': true,
  'delivery.dropped': true,
  'message.failed': true,
  ping: true,
};

export const DELIVERY_STATUSES = Object.keys(STATUSES) as DeliveryStatus[];
export const EVENT_TYPES = Object.keys(TYPES) as EventType[];

export const readDeliveryFilters = readSearch('status', 'event_type', 'endpoint');

export type DeliveryFilters = ReturnType<typeof readDeliveryFilters>;
