/** Methods that are no routes, and are written by hand where the generated class calls them: by resource. */
const WRITTEN = new Map([
  [
    'sessions',
    `/**
   * Wait until a session has come to something.
   *
   * Asks again and again, ever less often (from 1 s up to 30 s), as \`Retry-After\` and the rate limit allow.
   * Failures that may pass do not end it. A receiver of webhooks is told sooner, and costs no requests.
   *
   * Scope: \`sessions:read\`; for \`anchored\` also \`evidence:read\`.
   *
   * @param state \`joined\`, \`ended\`, \`anchored\` (one authority is enough) or \`completed\` (the first report is
   * ready; one that failed does not end the wait, since another may be asked for)
   * @param options \`deadlineMs\` is for all of it; by default the client's
   * @returns the session as it was then
   *
   * @throws {DeadlineExceededError} when \`deadlineMs\` is over
   * @throws {UnreachableStateError} as soon as it can't come any more, such as for a session that expired
   * @throws {AbortError} when \`signal\` is aborted
   * @throws {ApiError} \`not_found\`, \`permission_denied\`, \`unauthenticated\`
   *
   * @example
   * \`\`\`ts
   * const session = await client.sessions.waitFor(sessionId, 'completed', { deadlineMs: 600_000 });
   * \`\`\`
   */
  waitFor(sessionId: string, state: SessionMilestone, options?: RequestOptions): Promise<Session> {
    return this.#transport.waitFor({ sessionId, state, options });
  }`,
  ],
]);

export const renderWritten = (resource: string): string => WRITTEN.get(resource) ?? '';
