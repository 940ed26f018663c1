import { ReceiptText } from 'lucide-react';
import type { SubjectLine } from '../../../workers/api.ts';
import { useSubjectKinds } from '../../i18n/support.ts';
import { look } from '../../ui/look.ts';

/** What a ticket is about: `Spot order 12 · BTC/USDT · 21 Nov 2026, 14:02`. */
export function Subject({ subject }: { readonly subject: SubjectLine }) {
  const text = useSubjectText();
  return (
    <p className={look('row quiet breaks wide')}>
      <ReceiptText size={16} aria-hidden="true" /> {text(subject)}
    </p>
  );
}

export function useSubjectText(): (subject: SubjectLine) => string {
  const kinds = useSubjectKinds();
  return ({ kind, id, what, time }) => `${kinds[kind]} ${id} · ${what} · ${time}`;
}
