/* Parts of the contract without zod, for packages/rules and the SDK's fake, which ship without zod. */

export * from './laws/plans.ts';
export { SCOPES, type Scope } from './laws/policy.ts';
export * from './laws/roles.ts';
export * from './vocabulary.ts';
export * from './shapes/contact/contact-urls.ts';
export * from './shapes/contrast.ts';
export * from './shapes/errors.ts';
export * from './shapes/issues/issue-codes.ts';
export * from './shapes/json/find-json-fault.ts';
export * from './shapes/json/read-json.ts';
export * from './shapes/mask-network.ts';
export * from './shapes/message-variables.ts';
export * from './shapes/spell-address.ts';
export * from './shapes/spell-time-zone.ts';
export * from './shapes/wording.ts';
