import { inspect } from 'node:util';
