declare const newer: unique symbol;

/**
 * A word that a newer service says where this version of the SDK knows a list of others. It comes in replies and can be
 * sent again. Nothing that a program writes has this type, so that a misspelt word does not compile.
 *
 * @example
 * ```ts
 * const { status } = await client.sessions.get(id);
 * if (status === 'open') console.log('somebody is there');
 * const alike = await client.sessions.list({ status });
 * ```
 */
export type NewerValue = string & { readonly [newer]: true };
