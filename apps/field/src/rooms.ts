import { signal, type ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Inspection } from './inspection.ts';
import type { Leaving } from './journey.ts';

export type QueueItem = {
  slot: string | undefined;
  state: 'waiting' | 'uploading' | 'stored' | 'refused';
  sha256: string;
  receipt?: { sequence: number };
};
export type Queue = {
  items: ReadonlySignal<readonly QueueItem[]>;
  unsent: ReadonlySignal<number>;
  close: () => void;
};
export type Live = {
  relay: ReadonlySignal<'connecting' | 'connected' | 'lost'>;
  operators: ReadonlySignal<'waiting' | 'connected' | 'lost'>;
  onEnd?: (reason: Leaving) => void;
  close: () => void;
};

/** What the rooms share while the inspection is open; each comes when its file has. */
export type Rooms = {
  queue: ReadonlySignal<Queue | undefined>;
  live: ReadonlySignal<Live | undefined>;
  close: () => void;
};

/** The rooms that are files of their own, each fetched when it is first needed: one line a room. */
export const SCREENS: Record<string, () => Promise<ComponentType<Record<string, unknown>>>> = {};

export const openRooms = (_inspection: Inspection): Rooms => ({
  queue: signal(undefined),
  live: signal(undefined),
  close: () => undefined,
});
