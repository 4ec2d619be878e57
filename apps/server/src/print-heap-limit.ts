// For script/server, which starts the server with what is printed here.
import { limitHeap, readHost } from './config/suit-host.ts';

const option = limitHeap(readHost(), process.env.NODE_OPTIONS);
if (option) console.log(option);
