import { signal } from '@preact/signals';

/** A call is under way that the person waits for: buttons wait with them. */
export const isBusy = signal(false);
