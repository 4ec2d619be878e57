/** Without the compile cache of Node.js each of some hundred starts would compile the service for a second. */
export const processEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
});
