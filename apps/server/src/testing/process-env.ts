/**
 * No setting of the service is in it; the compile cache of Node.js is, since without it each of some hundred starts
 * would compile the service anew for a second.
 */
export const processEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
});
