import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../Button.tsx';

interface FileButtonProps {
  readonly look?: 'soft' | 'quiet';
  readonly text: string;
  readonly Icon: LucideIcon;
  /** On a phone the camera opens instead of the files; elsewhere both choose a file. */
  readonly isCamera?: boolean;
  readonly onChoose: (file: File) => void;
}

/** A button that lets the user choose a picture; the same one can be chosen twice in a row. */
export function FileButton({ text, Icon, isCamera, look = 'soft', onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} isWide onClick={() => input.current?.click()}>
        <Icon size={18} aria-hidden="true" /> {text}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={isCamera ? 'environment' : undefined}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={text}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
    </>
  );
}
