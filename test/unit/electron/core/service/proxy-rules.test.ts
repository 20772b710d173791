import { describe, expect, it } from 'vitest';
import { namesOfSchemes } from '../../../../../electron/core/service/http-tunnel.ts';
import { basicLogin } from '../../../../../electron/core/service/network-access.ts';
import {
  describeEnvironment,
  environmentProxy,
  isException,
  parseProxy,
  parseProxyList,
} from '../../../../../electron/core/service/proxy-rules.ts';
import { proxyAddressProblem } from '../../../../../shared/settings/network.ts';

describe('exceptions', () => {
  it.each([
    ['https://api.example.org/', 'example.org', true],
    ['https://example.org/', 'example.org', true],
    ['https://badexample.org/', 'example.org', false],
    ['https://api.example.org/', '.example.org', true],
    ['https://api.example.org/', '*.EXAMPLE.org', true],
    ['https://api.example.org/', 'other.net, example.org', true],
    ['https://api.example.org/', 'other.net example.org:443', true],
    ['https://api.example.org:8443/', 'example.org:443', false],
    ['https://api.example.org/', '*', true],
    ['https://api.example.org/', '', false],
    ['https://10.1.2.3/', '10.0.0.0/8', true],
    ['https://11.1.2.3/', '10.0.0.0/8', false],
    ['https://10.1.2.3/', '10.1.2.3', true],
    ['https://10.1.2.3/', '10.1.2.3/40', false],
    ['https://[fd00::1]/', 'fd00::/8', true],
    ['https://[fd00::1]:8443/', '[fd00::1]:8443', true],
    ['https://intranet/', '<local>', true],
    ['https://api.example.org/', '<local>', false],
    ['https://10.1.2.3/', '<local>', false],
  ])('%s with the list “%s”: %s', (address, list, expected) => {
    expect(isException(new URL(address), list)).toBe(expected);
  });
});

describe('the environment', () => {
  const https = new URL('https://service.test/');
  const http = new URL('http://service.test/');

  it('names proxies by the scheme of the address, else one for all', () => {
    const environment = { HTTPS_PROXY: 'http://a:1', ALL_PROXY: 'http://b:2' };
    expect(environmentProxy(https, environment, undefined)).toMatchObject({ host: 'a', port: 1 });
    expect(environmentProxy(http, environment, undefined)).toMatchObject({ host: 'b', port: 2 });
    expect(environmentProxy(https, {}, undefined)).toBeNull();
  });

  it('is read in both cases, the lower one first, and has exceptions', () => {
    const environment = { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://c:3' };
    expect(environmentProxy(https, environment, undefined)).toMatchObject({ host: 'c', port: 3 });
    expect(environmentProxy(https, { ...environment, no_proxy: 'service.test' }, undefined)).toBeNull();
    expect(environmentProxy(https, { ...environment, NO_PROXY: 'test' }, undefined)).toBeNull();
  });

  it('may contain a login, which is not shown', () => {
    const environment = { HTTPS_PROXY: 'http://an%40na:s%C3%A4cret@proxy:8080' };
    const proxy = environmentProxy(https, environment, undefined);
    expect(proxy).toMatchObject({ host: 'proxy', login: { username: 'an@na', password: 'säcret' } });
    expect(proxy && basicLogin(proxy)).toBe(`Basic ${Buffer.from('an@na:säcret').toString('base64')}`);
    expect(describeEnvironment(environment)).toBe('HTTPS_PROXY=http://proxy:8080');
    expect(describeEnvironment({})).toBeNull();
  });

  it.each([
    ['anna:s3cret@proxy:8080', 'proxy:8080'],
    ['http://anna:s3/cr@et@proxy:8080', 'http://proxy:8080'],
    ['socks5h://anna:s3cret@proxy', 'socks5h://proxy'],
    ['anna:s3c://ret@proxy:8080', 'proxy:8080'],
    ['proxy:8080', 'proxy:8080'],
  ])('is shown without the login of %s', (address, shown) => {
    expect(describeEnvironment({ ALL_PROXY: address })).toBe(`ALL_PROXY=${shown}`);
  });

  it('names no proxy of a kind that is not supported', () => {
    const environment = { ALL_PROXY: 'socks4://proxy:1080' };
    expect(() => environmentProxy(https, environment, undefined)).toThrow(/ALL_PROXY.*SOCKS/);
    const supported = { ALL_PROXY: 'socks5h://anna:p@proxy' };
    expect(environmentProxy(https, supported, undefined)).toEqual({
      ...{ host: 'proxy', port: 1080, kind: 'socks5', login: { username: 'anna', password: 'p' } },
    });
  });
});

describe('the result of a proxy script', () => {
  it('lists proxies and direct connections in order', () => {
    expect(parseProxyList('PROXY a:8080; HTTPS b:8443; SOCKS5 c:1080; DIRECT', undefined)).toEqual([
      { host: 'a', port: 8080, kind: 'http', login: undefined },
      { host: 'b', port: 8443, kind: 'https', login: undefined },
      { host: 'c', port: 1080, kind: 'socks5', login: undefined },
      null,
    ]);
    expect(parseProxyList('', undefined)).toEqual([null]);
  });

  it('may have entries that cannot be used, which are left out', () => {
    expect(parseProxyList('SOCKS a:1080; PROXY ; QUIC b:1; PROXY c:3; DIRECT', undefined)).toMatchObject([
      { host: 'c', port: 3 },
      null,
    ]);
    expect(() => parseProxyList('SOCKS a:1080; SOCKS4 b:1', undefined)).toThrow(
      /no proxy that Sightline can use \(SOCKS a:1080; SOCKS4 b:1\)/,
    );
  });

  it('gets the login of the settings', () => {
    const [proxy] = parseProxyList('PROXY a:8080', { username: 'anna', password: 'p' });
    expect(proxy?.login).toEqual({ username: 'anna', password: 'p' });
  });
});

describe('the address of a proxy', () => {
  it.each([
    ['proxy:8080', 'proxy', 8080, 'http'],
    ['http://proxy', 'proxy', 80, 'http'],
    ['https://proxy.example.org', 'proxy.example.org', 443, 'https'],
    ['http://[fd00::1]:3128/', '[fd00::1]', 3128, 'http'],
    ['socks5://[fd00::1]', '[fd00::1]', 1080, 'socks5'],
  ])('%s', (address, host, port, kind) => {
    expect(proxyAddressProblem(address)).toBeUndefined();
    expect(parseProxy(address, undefined, 'x')).toMatchObject({ host, port, kind });
  });

  it.each([
    ['', 'host and port'],
    ['http://proxy:8080/path', 'behind the port'],
    ['http://anna:secret@proxy:8080', 'their own fields'],
    ['socks4://proxy:1080', 'only version 5'],
    ['ftp://proxy', 'http://'],
  ])('“%s” is refused', (address, message) => {
    expect(proxyAddressProblem(address)).toContain(message);
  });
});

it.each([
  ['Negotiate', ['Negotiate']],
  ['Negotiate, NTLM, Basic realm="a, b", charset="UTF-8"', ['Negotiate', 'NTLM', 'Basic']],
  ['Digest realm="x", nonce=abc, qop="auth", Basic', ['Digest', 'Basic']],
  [undefined, []],
])('the header Proxy-Authenticate “%s” names %j', (header, names) => {
  expect(namesOfSchemes(header)).toEqual(names);
});
