import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { Sheet } from '../dialog/Sheet.tsx';
import { LabelledInput } from '../form/Field.tsx';
import { MOST_TEXT } from './storedDrawings.ts';

interface TextSheetProps {
  readonly text: string;
  /** Without words it is taken away. */
  readonly onDone: (text: string) => void;
}

/** The words of a text on the chart. */
export function TextSheet({ text, onDone }: TextSheetProps) {
  const { t } = useTranslation('detail');
  const [own, setOwn] = useState(text);
  return (
    <Sheet
      title={t('draw.text')}
      onClose={() => onDone(text)}
      footer={
        <Button look="main" isWide onClick={() => onDone(own.trim())}>
          {t('draw.done')}
        </Button>
      }
    >
      <LabelledInput
        label={t('draw.words')}
        value={own}
        maxLength={MOST_TEXT}
        onChange={({ target }) => setOwn(target.value)}
      />
    </Sheet>
  );
}
