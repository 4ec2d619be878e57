// script/server starts the server with this limit.
import { limitHeap, readHost } from './config/suit-host.ts';

const option = limitHeap(readHost(), process.env.NODE_OPTIONS);
if (option) console.log(option);
