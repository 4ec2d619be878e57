export { listLegalLinks } from '../messages/list-legal-links.ts';
