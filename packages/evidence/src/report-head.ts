/** Keyword before the head of the audit chain in a report's document information. */
export const HEAD_KEYWORD = 'audit-chain-head:';
