// Prints the limit with which script/server starts the server.
import { limitHeap, readHost } from './config/suit-host.ts';

const option = limitHeap(readHost(), process.env.NODE_OPTIONS);
if (option) console.log(option);
