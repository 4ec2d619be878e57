type Props = { headers: Readonly<Record<string, string>>; body: string };

/** Headers and body as they went over the line. */
export const Sent = ({ headers, body }: Props) => (
  <div className="sent" dir="ltr">
    <pre>
      {Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}
    </pre>
    <pre>{body}</pre>
  </div>
);
