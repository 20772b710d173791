import { expect, test } from 'vitest';
import { type AisStatic, noStatic } from '../../../../shared/ais/contact.ts';
import { contactKind } from '../../../../shared/ais/contact-kind.ts';

test.each([
  ['441234567', null, 'unstated'],
  ['441234567', '0385', 'unstated'],
  ['441234567', 'A-7', 'unstated'],
  ['219000123', 'EVER GIVEN', 'ship'],
  ['219000123', 'NETTUNO', 'ship'],
  ['219000123', 'PLANET V', 'ship'],
  ['219000123', 'CORNET', 'ship'],
  ['219000123', 'FADEL', 'ship'],
  ['219000123', 'GEARED UP', 'ship'],
  ['992191234', null, 'aid-to-navigation'],
  ['992196234', null, 'virtual-aid'],
  ['970123456', null, 'search-and-rescue'],
  ['111219501', null, 'search-and-rescue'],
  ['982191234', null, 'craft-of-a-ship'],
  ['002191000', null, 'base-station'],
  ['979112233', null, 'net-or-buoy'],
  ['812345678', null, 'handheld-radio'],
  ['412400123', 'FISHNET 12', 'net-or-buoy'],
  ['412400123', 'NET', 'net-or-buoy'],
  ['412400123', 'NET_MARK-3', 'net-or-buoy'],
  ['412400123', 'LU5511-9-88%', 'net-or-buoy'],
  ['412400123', '0123-08-12.6V', 'net-or-buoy'],
  ['412400123', 'YUANYU 11V9', 'net-or-buoy'],
  ['412400123', 'NO7-12V', 'net-or-buoy'],
  ['412400123', 'BUOY 4@@@@', 'net-or-buoy'],
  ['412400123', 'WANGBIAO3', 'net-or-buoy'],
  ['412400123', 'yu wei 5', 'net-or-buoy'],
  ['412400123', '８５％', 'net-or-buoy'],
  ['412400123', 'NET 12%', 'net-or-buoy'],
  ['412400123', 'BUOY 3', 'net-or-buoy'],
  ['412400123', 'FISHNET-05', 'net-or-buoy'],
  ['412400123', '12V', 'net-or-buoy'],
  ['412400123', 'KOR-NET 7-86%', 'net-or-buoy'],
  ['412400123', 'GILLNET 4', 'net-or-buoy'],
  ['412400123', 'BOYA 12', 'net-or-buoy'],
  ['412400123', 'YUWANG-5', 'net-or-buoy'],
  ['412400123', 'BATT 85', 'net-or-buoy'],
  ['412400123', 'BATTLE CRY 2', 'ship'],
  ['412400123', 'BOYANG 5', 'ship'],
  ['412400123', 'FLOATING STAR', 'ship'],
  ['994136012', '3756-84%', 'net-or-buoy'],
  ['984136012', 'NET 4', 'net-or-buoy'],
  ['992191234', 'FAIRWAY BUOY 2', 'aid-to-navigation'],
  ['41240012', 'ANY', 'unknown-device'],
  ['900000123', 'ANY', 'unknown-device'],
  ['100000123', null, 'unknown-device'],
  ['999999999', null, 'unknown-device'],
  ['123456789', null, 'unknown-device'],
  ['412000000', null, 'unknown-device'],
  ['4124001', null, 'unknown-device'],
  ['', null, 'unknown-device'],
])('%s “%s” is %s', (identifier, name, kind) => {
  expect(contactKind(identifier, { ...noStatic, name })).toBe(kind);
});

test('one with the number of a ship that states nothing else is not called a ship', () => {
  const of = (facts: Partial<AisStatic>) => contactKind('441234567', { ...noStatic, ...facts });
  for (const facts of [
    {},
    { type: '0' },
    { type: '30' },
    { type: '30.0' },
    { type: 'Fishing' },
    { lengthMeters: 6 },
    { transponder: 'Class B' },
  ])
    expect(of(facts)).toBe('unstated');
  for (const facts of [
    { type: '70' },
    { type: 'Cargo' },
    { imo: '9074729' },
    { lengthMeters: 80 },
    { transponder: 'Class A' },
    { name: 'HAESUNG 3' },
    { name: '해성호' },
  ])
    expect(of(facts)).toBe('ship');
});

test('a transponder states what it is, and a ship with a length is none of a net', () => {
  const of = (
    transponder: string | null,
    identifier: string,
    name: string | null,
    lengthMeters: number | null,
  ) => contactKind(identifier, { ...noStatic, transponder, name, lengthMeters });
  expect(of('AtoN', '219000123', null, null)).toBe('aid-to-navigation');
  expect(of('Base Station', '2190001', null, null)).toBe('base-station');
  expect(of('SAR Airborne', '219000123', null, null)).toBe('search-and-rescue');
  expect(of('Class A', '219000123', 'BUOY TENDER', 62)).toBe('ship');
  expect(of('Class B', '219000123', 'BUOY', 4)).toBe('net-or-buoy');
});
