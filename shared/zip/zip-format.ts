/** Constants of the zip format (PKWARE APPNOTE 6.3.10): signatures, lengths and values for writer and reader. */
export const zip = {
  localHeader: 0x04034b50,
  localLength: 30,
  centralHeader: 0x02014b50,
  centralLength: 46,
  end: 0x06054b50,
  endLength: 22,
  end64: 0x06064b50,
  end64Length: 56,
  end64Locator: 0x07064b50,
  end64LocatorLength: 20,
  /** Header id of the extra field for values that exceed 32 bits. */
  extra64: 1,
  stored: 0,
  deflated: 8,
  /** Names are UTF-8. */
  utf8: 0x0800,
  encrypted: 0x0001,
  /** Marks a field of 16 or 32 bits whose value is in the zip64 records. */
  max16: 0xffff,
  max32: 0xffffffff,
} as const;
