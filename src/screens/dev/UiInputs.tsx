import { useState } from 'react';
import { Calendar } from '../../ui/form/Calendar.tsx';
import { Check } from '../../ui/form/Check.tsx';
import { LabelledInput, LabelledText } from '../../ui/form/Field.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Range } from '../../ui/form/Range.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { Filters } from '../../ui/records/Filters.tsx';

const OPTIONS = (['first', 'second', 'third'] as const).map((id) => ({ id, text: id }));

/** What users type, choose and drag, in every state. */
export function UiInputs() {
  const [text, setText] = useState('');
  const [option, setOption] = useState<(typeof OPTIONS)[number]['id']>('first');
  const [isOn, setOn] = useState(true);
  const [value, setValue] = useState(40);
  const [params, setParams] = useState(() => new URLSearchParams('from=2026-03-04&to=2026-03-09&side=one'));
  const typed = { value: text, onChange: setText, onLeave: () => undefined };
  return (
    <>
      <LabelledInput label="Empty" placeholder="What to type" />
      <LabelledInput label="With a hint" hint="What helps." />
      <LabelledInput label="Wrong" error="What is wrong." defaultValue="typed" />
      <LabelledText label="More than a line" />
      <NumberField name="usual" label="Price" error={undefined} {...typed} />
      <NumberField name="wrong" label="Wrong price" error="priceInvalid" {...typed} />
      {(['s', 'm', 'l'] as const).map((size) => (
        <Select
          key={size}
          size={size}
          label={`Size ${size}`}
          value={option}
          options={OPTIONS}
          onSelect={setOption}
        />
      ))}
      <Select isLabelShown label="With its label" value={option} options={OPTIONS} onSelect={setOption} />
      <Check isOn={isOn} onChange={setOn}>
        {'A box to tick'}
      </Check>
      <Check isOn={false} onChange={() => undefined} disabled>
        {'One that cannot be ticked'}
      </Check>
      <SwitchRow title="A switch" text="What it does." isOn={isOn} onChange={setOn} />
      <Range label="Share" valueText={`${value}%`} min={0} max={100} value={value} onChange={setValue} />
      <Filters
        params={params}
        onChange={setParams}
        narrowed={{ text: 'narrowed', onRemove: () => undefined }}
        choices={[{ param: 'side', name: 'A choice', options: [{ id: 'one', text: 'one of some' }] }]}
      />
      <Calendar
        label="Days"
        from={params.get('from') ?? ''}
        to={params.get('to') ?? ''}
        today="2026-03-20"
        shown="2026-03-09"
        onPick={(day) => setParams(new URLSearchParams({ from: day }))}
      />
    </>
  );
}
