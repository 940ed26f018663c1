import type { FormEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormProvider } from 'react-hook-form';
import type { Refusal, RefusalCode } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { Button } from '../Button.tsx';
import { look } from '../look.ts';
import type { Texts } from './Field.tsx';
import styles from './Form.module.css';

/** Which field a refusal of the exchange concerns; one that concerns none stands above the button. */
export type Places = Partial<Record<RefusalCode, string>>;

interface FormProps {
  readonly form: UseFormReturn<Texts>;
  readonly places: Places;
  /** Sends the request. @returns what was refused, as far as it has to be shown. */
  readonly send: (values: Texts) => Promise<Refusal | undefined>;
  readonly action: string;
  readonly tone?: 'danger' | undefined;
  readonly children: ReactNode;
}

/** A form that asks once at a time, and shows refusals where they belong. */
export function Form({ form, places, send, action, tone, children }: FormProps) {
  const { ofRefusal } = useRefusalWords();
  const [failure, setFailure] = useState<string>();
  const busy = useRef(false);
  const own = useRef<HTMLFormElement>(null);
  const show = (refusal: Refusal) => {
    const field = refusal.code === 401 ? undefined : places[refusal.code];
    // At a field that is not there nobody would see it, and it would keep the form from being sent for good.
    const isThere = field !== undefined && own.current?.elements.namedItem(field);
    if (!isThere) setFailure(ofRefusal(refusal));
    else form.setError(field, { type: 'server', message: ofRefusal(refusal) }, { shouldFocus: true });
  };
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    const refusal = await send(values);
    if (refusal) show(refusal);
  });
  const submitOnce = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      await submit();
    } finally {
      busy.current = false;
    }
  };
  return (
    <FormProvider {...form}>
      <form
        ref={own}
        className={look('stack4 mids', styles['form'])}
        noValidate
        onSubmit={(event) => void submitOnce(event)}
      >
        {children}
        <FormError text={failure} />
        <SubmitButton text={action} isBusy={form.formState.isSubmitting} tone={tone} />
      </form>
    </FormProvider>
  );
}

/** What went wrong with the form as a whole. */
export function FormError({ text }: { readonly text: string | undefined }) {
  return (
    <div role="alert" className={look('filled')}>
      {text ? <p className={look('pad3 bright breaks round3 failing')}>{text}</p> : null}
    </div>
  );
}

interface SubmitButtonProps {
  readonly text: string;
  readonly isBusy: boolean;
  readonly tone?: 'danger' | undefined;
}

/** Sends the form; while it is on its way a second tap does nothing, and the focus stays. */
export function SubmitButton({ text, isBusy, tone }: SubmitButtonProps) {
  return (
    <Button
      look={tone ?? 'main'}
      type="submit"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      <span>{text}</span>
    </Button>
  );
}
