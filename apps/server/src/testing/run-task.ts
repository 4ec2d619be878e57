import type { TaskList } from 'graphile-worker';

/** Runs a job as a worker does: of a payload that is a list all items. */
export const runTask = async (
  tasks: TaskList,
  { identifier, payload }: { identifier: string; payload: unknown },
): Promise<void> => {
  const results = await tasks[identifier]!(payload, {} as never);
  await Promise.all([results].flat());
};
