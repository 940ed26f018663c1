import { useTranslation } from 'react-i18next';
import type { BookFrame } from '../../../workers/api.ts';
import { ChoiceSheet, DropChip } from '../form/ChoiceSheet.tsx';

interface BookGroupProps {
  /** What is chosen; undefined: the finest. */
  readonly group: string | undefined;
  readonly groups: BookFrame['groups'];
  readonly onGroup: (step: string) => void;
}

/** By which step the book's prices are put together. */
export function BookGroup({ group, groups, onGroup }: BookGroupProps) {
  const { t } = useTranslation('detail');
  const chosen = groups.find(({ step }) => step === group) ?? groups[0];
  const label = t('book.group');
  return (
    <DropChip text={chosen?.text ?? ''} label={`${label}: ${chosen?.text ?? ''}`} isOff={!chosen}>
      {(close) => (
        <ChoiceSheet
          title={label}
          choices={[
            {
              label,
              options: groups.map(({ step, text }) => ({ id: step, text })),
              selected: chosen?.step ?? '',
              onSelect: onGroup,
            },
          ]}
          onClose={close}
        />
      )}
    </DropChip>
  );
}
