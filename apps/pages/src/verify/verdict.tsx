import { useEffect, useRef } from 'preact/hooks';
import { judged, texts } from './judging.ts';
import type { Fact, Finding, Group } from './words/finding.ts';

const HASH = /^[0-9a-f]{64}$/;

export const Result = () => {
  const { id, name, finding, details } = judged.value ?? {};
  return (
    <section
      id="result"
      class={`result ${finding?.tone ?? ''}`}
      aria-labelledby="result-heading"
      hidden={!finding}
    >
      {finding && <Verdict key={id} name={name!} finding={finding} details={details!} />}
    </section>
  );
};

const Verdict = ({ name, finding, details }: { name: string; finding: Finding; details: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div class="verdict">
        <p class="text quiet file" dir="auto">
          {name}
        </p>
        <h2 id="result-heading" ref={heading} class="subheading" tabIndex={-1}>
          {finding.heading}
        </h2>
        <p class="text">{finding.lead}</p>
        {finding.fault && <Fault fault={finding.fault} />}
      </div>
      <Points name="proven" items={finding.proven} />
      <Points name="unproven" items={finding.unproven} />
      {finding.facts.length > 0 && <Facts facts={finding.facts} />}
      {finding.groups.map((group, at) => (
        <Judgements key={at} {...group} />
      ))}
      {details && (
        <details>
          <summary class="summary">{texts['label.details']}</summary>
          <pre class="details" lang="en" tabIndex={0}>
            {details}
          </pre>
        </details>
      )}
    </>
  );
};

const Fault = ({ fault }: { fault: NonNullable<Finding['fault']> }) => (
  <dl class="facts fault">
    <dt>{texts['place.label']}</dt>
    <dd>
      <strong dir="auto">{fault.place}</strong>
    </dd>
    <dd>{fault.reason}</dd>
  </dl>
);

const Points = ({ name, items }: { name: 'proven' | 'unproven'; items: readonly string[] }) =>
  items.length === 0 ? null : (
    <div class={name}>
      <h3 class="group-heading">{texts[`${name}.heading`]}</h3>
      <ul class="points">
        {items.map((item, at) => (
          <li key={at}>
            {name === 'proven' && <Check />}
            {item}
          </li>
        ))}
      </ul>
    </div>
  );

/** Lucide's check, as the field application has it: not every font has such a sign. */
const Check = () => (
  <svg class="check" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M20 6 9 17l-5-5" />
  </svg>
);

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts counted">
    {facts.map(({ label, value }, at) => (
      <div key={at}>
        <dt>{label}</dt>
        <dd class={HASH.test(value) ? 'hash' : ''} dir="auto">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

export const Judgements = ({ heading, items }: Group) => (
  <div class="group">
    <h3 class="group-heading">{heading}</h3>
    <ul>
      {items.map(({ name, isBad, details }, at) => (
        <li key={at} class={isBad ? 'bad' : ''}>
          <strong dir="auto">{name}</strong>
          {details.map((detail, index) => (
            <span key={index} dir="auto">
              {detail}
            </span>
          ))}
        </li>
      ))}
    </ul>
  </div>
);
