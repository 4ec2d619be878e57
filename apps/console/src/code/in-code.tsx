import { ROOT_URL, write } from '../words/words.ts';
import type { Call } from './calls.ts';
import { writeCurl } from './write-curl.ts';

/** Shows how a program does what a screen does. */
export const InCode = ({ calls }: { calls: readonly Call[] }) => (
  <details className="section in-code">
    <summary>{write('developers.in_code')}</summary>
    {calls.map((call) => (
      <div key={call.sdk} dir="ltr">
        <pre>{writeCurl(call, ROOT_URL.href)}</pre>
        <pre>await {call.sdk};</pre>
      </div>
    ))}
  </details>
);
