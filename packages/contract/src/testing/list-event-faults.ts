type Fields = Record<string, unknown>;
export type ToldEvent = { type: string; id: string; created_at: string; endpoint: string; data: object };

/** Each contradiction within the body is a sentence. */
export const listEventFaults = (event: ToldEvent): string[] => [
  ...listStatusFaults(event),
  ...listTimeFaults(event),
  ...listIdFaults(event),
];

const SESSION_STATUS: Record<string, string> = {
  'session.created': 'created',
  'session.joined': 'open',
  'session.evidence.captured': 'open',
  'participant.left': 'open',
  'participant.done': 'open',
  'session.ended': 'closed',
  'session.outcome': 'closed',
  'session.anchored': 'closed',
  'session.completed': 'closed',
  'session.signed': 'closed',
  'recording.ready': 'closed',
  'session.expired': 'expired',
};

const PART_STATES: Record<string, { part?: string; says: Fields }> = {
  'session.joined': { part: 'invite', says: { status: 'joined' } },
  'participant.left': { part: 'invite', says: { status: 'joined' } },
  'participant.done': { part: 'invite', says: { status: 'joined' } },
  'session.evidence.captured': { part: 'evidence', says: { status: 'ready', kind: 'photo' } },
  'session.anchored': { part: 'anchor', says: { status: 'anchored', error: null } },
  'session.signed': { part: 'signature', says: { status: 'signed', failure: null } },
  'recording.ready': { part: 'recording', says: { status: 'ready', kind: 'recording', width: null } },
  'evidence.created': { says: { status: 'ready' } },
  'evidence.finding': { says: { status: 'ready', kind: 'photo' } },
  'endpoint.paused': { says: { active: false } },
  'delivery.dropped': { says: { status: 'dropped', delivered_at: null } },
};

const listStatusFaults = ({ type, data }: ToldEvent): string[] => {
  const told = data as Fields;
  const { part, says = {} } = PART_STATES[type] ?? {};
  const about = (part === undefined ? told : told[part]) as Fields;
  const wanted = Object.entries(says).filter(([name, value]) => about[name] !== value);
  const status = SESSION_STATUS[type];
  if (status === undefined) return wanted.map(([name]) => `${type}: ${name} is ${String(about[name])}`);
  const hasStarted = status === 'open' || status === 'closed';
  return [
    ...wanted.map(([name]) => `${type}: ${part}.${name} is ${String(about[name])}`),
    ...(told['status'] === status ? [] : [`${type}: the session is ${String(told['status'])}`]),
    ...((told['started_at'] !== null) === hasStarted ? [] : [`${type}: started_at does not fit`]),
    ...((told['ended_at'] !== null) === (status === 'closed') ? [] : [`${type}: ended_at does not fit`]),
  ];
};

/** Times that must be in order where they are present; future times are left out. */
const ORDERS = [
  ['created_at', 'started_at', 'ended_at', 'updated_at'],
  ['created_at', 'joined_at', 'done_at'],
  ['created_at', 'signed_at'],
  ['created_at', 'expires_at'],
  ['created_at', 'paused_at'],
  ['captured_at', 'created_at', 'received_at'],
];
const PAST = new Set(ORDERS.flat().filter((name) => name !== 'expires_at'));

const listTimeFaults = ({ type, created_at: at, data }: ToldEvent): string[] =>
  listThings(data).flatMap(({ fields }) => [
    ...Object.entries(fields)
      .filter(([name, value]) => (PAST.has(name) || name === 'gen_time') && String(value ?? '') > at)
      .map(([name]) => `${type}: ${name} lies after the event`),
    ...ORDERS.filter((names) => !isSorted(names.map((name) => fields[name]))).map(
      (names) => `${type}: ${names.join(', ')} are not in order`,
    ),
  ]);

const isSorted = (times: unknown[]): boolean => {
  const told = times.filter((time) => typeof time === 'string');
  return told.every((time, index) => index === 0 || told[index - 1]! <= time);
};

/** Lists the data, and the parts of the data that are objects of their own. */
const listThings = (data: object, name = ''): { name: string; fields: Fields }[] => [
  { name, fields: data as Fields },
  ...Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && 'id' in value ? listThings(value as Fields, key) : [],
  ),
  ...Object.entries(data)
    .filter(([key]) => key === 'anchor')
    .map(([key, value]) => ({ name: key, fields: value as Fields })),
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REFERENCES = ['session', 'report', 'campaign', 'template', 'endpoint', 'event', 'organisation_id'];

/** An id stands for one object, and no part names another session than the event's. */
const listIdFaults = ({ data, ...envelope }: ToldEvent): string[] => {
  const { type } = envelope;
  const own = [
    { name: 'event', id: envelope.id },
    { name: 'endpoint', id: envelope.endpoint },
  ];
  const things = listThings(data);
  const ids = things.flatMap(({ name, fields }) => [
    ...('id' in fields ? [{ name: name || kindOf(type), id: String(fields['id']) }] : []),
    ...REFERENCES.flatMap((key) => (typeof fields[key] === 'string' ? [{ name: key, id: fields[key] }] : [])),
  ]);
  // An event about an endpoint goes to another endpoint, and follows from another event.
  const isAboutOthers = type === 'endpoint.paused' || type === 'delivery.dropped';
  const others = isAboutOthers ? ids.map(({ name, id }) => ({ name: `other ${name}`, id })) : ids;
  const byId = Map.groupBy([...own, ...others], ({ id }) => id);
  const shared = [...byId].flatMap(([id, all]) => {
    const names = [...new Set(all.map(({ name }) => name))];
    return names.length > 1 ? [`${type}: ${names.join(' and ')} are both ${id}`] : [];
  });
  const foreign = things
    .filter(({ name, fields }) => name !== '' && 'session' in fields)
    .filter(({ fields }) => fields['session'] !== (data as Fields)['id'])
    .map(({ name }) => `${type}: ${name} is of another session`);
  const malformed = [...byId.keys()].filter((id) => !UUID.test(id)).map((id) => `${type}: ${id} is no id`);
  return [...shared, ...foreign, ...malformed];
};

const kindOf = (type: string): string => {
  if (type === 'evidence.created') return 'evidence';
  return type.startsWith('endpoint.') || type.startsWith('delivery.') ? type.split('.')[0]! : 'session';
};
