export * from './outcome.ts';
export * from './refusal.ts';
export * from './participants/consents.ts';
export * from './sessions/change-session.ts';
export * from './sessions/create-session.ts';
export * from './sessions/planned-time.ts';
export * from './sessions/session-state.ts';
export * from './sessions/shots.ts';
