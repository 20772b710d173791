@rem The scripts of package.json start with exec, and this file replaces it on Windows, whose shell has none.
@rem Without exec, dash (sh on Debian and Ubuntu, tried with 0.5.12 and npm 11) stays between npm and the script and
@rem dies of Ctrl-C itself, so that npm ends by the signal although the script has stopped with code 0.
@%*
