import { MessageText } from '@field-inspection/contract';
import type { MessageText as MessageTextRow } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export const viewMessageText = (row: MessageTextRow): MessageText => showRow(MessageText, row);
