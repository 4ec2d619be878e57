import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The UDP proxy loses one packet in so many on the way to the server. */
export const startLossyProxy = async (port: number) => {
  const front = createSocket('udp4').bind(0, '127.0.0.1');
  await once(front, 'listening');
  const backs = new Map<number, Socket>();
  let count = 0;
  let losesOneIn = Infinity;
  const openBack = ({ port: clientPort, address }: Pick<AddressInfo, 'port' | 'address'>): Socket => {
    const back = createSocket('udp4');
    back.on('message', (bytes) => front.send(bytes, clientPort, address));
    backs.set(clientPort, back);
    return back;
  };
  front.on('message', (bytes, client) => {
    if (++count % losesOneIn === 0) return;
    (backs.get(client.port) ?? openBack(client)).send(bytes, port, '127.0.0.1');
  });
  return {
    port: front.address().port,
    loseOneIn: (packets: number) => (losesOneIn = packets),
    close: () => {
      for (const socket of [front, ...backs.values()]) socket.close();
    },
  };
};
