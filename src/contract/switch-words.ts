/** Words that people use for a switch. A file of its own: what tells that Node is too old (`hook/old-node`) may load nothing else. */
export const OFF = /^(off|0|false|no|n|none|never|disabled?)$/i;
export const ON = /^(on|1|true|yes|y|enabled?)$/i;
