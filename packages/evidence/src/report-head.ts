/** What stands before the head of the audit chain among the keywords of a report's document information. */
export const HEAD_KEYWORD = 'audit-chain-head:';
