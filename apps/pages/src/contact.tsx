import { signal } from '@preact/signals';
import type { Contact } from '@field-inspection/contract';
import { dialUrlOf, mailUrlOf } from '@field-inspection/contract/plain';

/** Whom the person turns to, once the service has said so; it stays, also where the link ends meanwhile. */
export const contact = signal<Contact | null>(null);

export const ContactFooter = ({ label }: { label: string }) => {
  if (!contact.value) return null;
  const { name, phone, email } = contact.value;
  return (
    <footer class="brand-footer">
      <p>
        {label}: <bdi>{name}</bdi>
      </p>
      {phone && (
        <a class="button secondary" href={dialUrlOf(phone)}>
          <bdi>{phone}</bdi>
        </a>
      )}
      {email && (
        <a href={mailUrlOf(email)}>
          <bdi>{email}</bdi>
        </a>
      )}
    </footer>
  );
};
