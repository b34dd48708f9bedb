// expected-error-re {{ {{((((a{9}){9}){9}){2}\1)}} }}
