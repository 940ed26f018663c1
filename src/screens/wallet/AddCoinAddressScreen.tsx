import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { AddressReading, RefusalCode, WithdrawRoute } from '../../../domain/index.ts';
import { labelRefusal, withdrawRoutes } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { chainName } from '../../i18n/wallet.ts';
import { dropDraft } from '../../state/drafts.ts';
import { ask, login } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useEarlyTap } from '../../state/useEarlyTap.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useOnce } from '../../state/useOnce.ts';
import { useStoredState } from '../../state/useStoredState.ts';
import { Button } from '../../ui/Button.tsx';
import { LabelledInput } from '../../ui/form/Field.tsx';
import { FormError } from '../../ui/form/Form.tsx';
import { look } from '../../ui/look.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AddressField } from './AddressField.tsx';
import { Networks } from './Networks.tsx';
import styles from './Wallet.module.css';

/** Puts an address into the book. */
export default function AddCoinAddressScreen() {
  const { t } = useTranslation(['app', 'wallet']);
  const { token } = useSnapshot(login);
  return (
    <Screen title={t('title.addCoinAddress')} up="/mine/coinAddress">
      {token === null ? <SignInFirst gain={t('wallet:signedOut')} /> : <Add />}
    </Screen>
  );
}

const DRAFT = 'addCoinAddress';
const START = { currency: '', chain: '', address: '', label: '' };
const currencies = [...new Set(withdrawRoutes.map(({ currency }) => currency))];

/** The route in force: as chosen, or the first. */
function routeOf(currency: string, chain: string): WithdrawRoute | undefined {
  const own = withdrawRoutes.filter((route) => route.currency === (currency || currencies[0]));
  return own.find((route) => route.chain === chain) ?? own[0];
}

/** What is wrong with the address: its form, its network, or that it is in the book. */
function useAddressRefusal(reading: AddressReading | undefined, route: WithdrawRoute | undefined) {
  const { data } = useAsk('withdraw.addresses', {});
  if (reading?.refusal !== undefined) return reading.refusal;
  const isKnown = data?.addresses.some(
    ({ address, currency, chain }) =>
      address === reading?.address && currency === route?.currency && chain === route?.chain,
  );
  return isKnown ? ('addressKnown' as const) : undefined;
}

function Add() {
  const { t } = useTranslation('wallet');
  const { ofCode, ofRefusal } = useRefusalWords();
  const [typed, change] = useStoredState(DRAFT, START);
  const [isTouched, setTouched] = useState(false);
  const route = routeOf(typed.currency, typed.chain);
  const {
    data: reading,
    refusal: failed,
    reload,
  } = useAsk('readAddress', { text: typed.address, family: route?.family });
  const addressRefusal = useAddressRefusal(reading, route);
  const labelError = labelRefusal(typed.label.trim());
  const { isBusy, refused, failure, add } = useAdding();
  const tap = () => {
    setTouched(true);
    if (failed) void reload();
    if (route && reading?.address !== undefined && !addressRefusal && !labelError)
      void add({
        currency: route.currency,
        chain: route.chain,
        address: reading.address,
        label: typed.label.trim(),
      });
  };
  const [isAwaited, onTap] = useEarlyTap({
    about: JSON.stringify(typed),
    isReady: reading !== undefined,
    isBlocked: failed !== undefined,
    tap,
  });
  return (
    <form
      className={look('page lone', styles['body'])}
      onSubmit={(event) => {
        event.preventDefault();
        onTap();
      }}
    >
      <Where route={route} change={change} />
      <AddressField
        value={typed.address}
        onChange={(address) => change({ address })}
        onLeave={() => setTouched(true)}
        error={isTouched || reading?.family !== undefined ? (ofCode(addressRefusal) ?? refused) : undefined}
        reading={reading}
      />
      <LabelledInput
        label={t('book.name')}
        name="label"
        value={typed.label}
        maxLength={40}
        error={ofCode(labelError)}
        onChange={({ target }) => change({ label: target.value })}
      />
      <FormError text={isTouched && failed ? ofRefusal(failed) : failure} />
      <Button look="main" isWide type="submit" aria-busy={isBusy || isAwaited}>
        {t('book.add')}
      </Button>
    </form>
  );
}

interface WhereProps {
  readonly route: WithdrawRoute | undefined;
  readonly change: (next: Partial<typeof START>) => void;
}

/** The coin and its network. */
function Where({ route, change }: WhereProps) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <Tabs
        look="chips"
        label={t('coin')}
        selected={route?.currency ?? ''}
        onSelect={(currency) => change({ currency, chain: '' })}
        tabs={currencies.map((id) => ({ id, text: id }))}
      />
      <Networks
        chosen={route?.chain ?? ''}
        onChoose={(chain) => change({ chain })}
        networks={withdrawRoutes
          .filter(({ currency }) => currency === route?.currency)
          .map(({ chain }) => ({ chain, name: chainName(chain), note: '' }))}
      />
    </>
  );
}

/** Refusals that stand at the address. */
const AT_ADDRESS: readonly RefusalCode[] = [
  'addressInvalid',
  'addressChecksum',
  'addressNetwork',
  'addressKnown',
  'addressOwn',
];

function useAdding() {
  const { ofRefusal } = useRefusalWords();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [isBusy, once] = useOnce();
  const [refused, setRefused] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const add = (entry: { currency: string; chain: string; address: string; label: string }) =>
    once(async () => {
      setRefused(undefined);
      setFailure(undefined);
      const result = await ask('withdraw.addAddress', entry);
      if (result.ok) {
        dropDraft(DRAFT);
        if (isShown()) navigate('/mine/coinAddress', { replace: true });
        return;
      }
      const { code } = result.error;
      const isAtAddress = code !== 401 && AT_ADDRESS.includes(code);
      const show = isAtAddress ? setRefused : setFailure;
      show(ofRefusal(result.error));
    });
  return { isBusy, refused, failure, add };
}
