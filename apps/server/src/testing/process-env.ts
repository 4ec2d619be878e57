/**
 * What a process that a test starts gets of the test's own environment. No setting of the service is in it; what
 * Node.js has compiled is, since without it each of some hundred starts would compile the service anew for a second.
 */
export const processEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
});
