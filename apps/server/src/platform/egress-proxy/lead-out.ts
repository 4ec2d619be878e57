import { chooseProxy, type Destination, type EgressProxies, NO_PROXIES } from './choose-proxy.ts';

let proxies = NO_PROXIES;

/** A process has one way out, as it has one tracer: sockets are opened by libraries that know no `Context`. */
export const leadOutBy = (given: EgressProxies): void => {
  proxies = given;
};

export const findProxy = (destination: Destination): URL | undefined => chooseProxy(proxies, destination);

/** For Node's own agents: what they read of an environment, here for one destination. */
export const proxyEnvFor = (destination: Destination): Record<string, string> | undefined => {
  const proxy = findProxy(destination);
  return proxy && { HTTPS_PROXY: proxy.href, HTTP_PROXY: proxy.href };
};
