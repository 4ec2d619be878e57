/** PostgreSQL's manual, 34.1.1.2: an address may name several hosts, divided by commas, each with its port. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/s;
const HOST = /^(?:\[[\da-f:.]+\]|[^:[\],]+)(?::\d{1,5})?$/i;
/** A primary and its standbys: all are asked at the same time. */
const MOST_HOSTS = 8;
const ATTRIBUTES = ['read-write', 'primary'];

/** The driver knows one host, so this gives an address for each. The fault is told by `tell`. */
export const splitHosts = (address: string, tell: (fault: string) => void): string[] => {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(address) ?? [];
  const asked = new URLSearchParams(after.split(/\?(.*)/s)[1]).get('target_session_attrs');
  if (asked !== null && !ATTRIBUTES.includes(asked))
    tell('must have target_session_attrs=read-write or none: the service writes');
  if (!hosts.includes(',')) return [address];
  const names = hosts.split(',');
  if (names.length > MOST_HOSTS || !names.every((name) => HOST.test(name)))
    tell(`must name at most ${MOST_HOSTS} hosts, such as db1.example:5432,db2.example:5432`);
  return names.map((name) => `${before}${name}${after}`);
};
