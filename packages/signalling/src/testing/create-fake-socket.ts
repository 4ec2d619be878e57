type Close = { code: number };

export const createFakeSocket = (url: string, protocols: string[]) => {
  const socket = {
    url,
    protocols,
    readyState: 0,
    sent: [] as Record<string, unknown>[],
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onclose: null as ((event: Close) => void) | null,
    send: (text: string) => socket.sent.push(JSON.parse(text) as Record<string, unknown>),
    close: () => (socket.readyState = 3),
    welcome: (...peers: { identity: string; role: string }[]) => {
      socket.readyState = 1;
      socket.say({ type: 'welcome', room: '1', identity: 'own', peers });
    },
    say: (message: unknown) =>
      socket.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) }),
    drop: (code: number) => {
      socket.readyState = 3;
      socket.onclose?.({ code });
    },
  };
  return socket;
};

export const createFakeSockets = () => {
  const sockets: ReturnType<typeof createFakeSocket>[] = [];
  return {
    sockets,
    last: () => sockets.at(-1)!,
    createSocket: (url: string, protocols: string[]) => {
      const socket = createFakeSocket(url, protocols);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  };
};
