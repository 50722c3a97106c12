/** English words that may stand before those that count; shared by the files of English rules. */
export const ENGLISH_LEAD = String.raw`(?:(?:and|also|but|so|ok|okay|yes|yeah|yep|no|nope|please|pls|well|hmm+|actually|btw|fyi|note|oh|right|good|great|sure|alright|thanks|perfect|in general|generally|one more thing|reminder|remember|for the record|again|then|now|just|nah)[,:;.!]*\s+){0,5}`;
